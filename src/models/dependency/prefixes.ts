/** Tables of one model inside the file of another: their names get a prefix. */

export const prefixed = <T>(prefix: string, table: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [prefix + name, value]));

export const unprefixed = <T>(prefix: string, table: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])),
  );
