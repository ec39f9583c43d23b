/** Learners with several methods on the command line: options of another method are refused in the words of flags. */
import { allMethodOptions, type MethodSet } from "../../base/index.ts";
import type { Context } from "./context.ts";
import { UsageError } from "./failures.ts";
import { flagName } from "./flags.ts";

/** Of the options given on the command line those of the learner, with the method. */
export function methodOptions<S extends MethodSet>(
  context: Context,
  methods: S,
  options: Readonly<Record<string, unknown>> & { readonly method: keyof S & string },
): Readonly<Record<string, unknown>> & { readonly method: keyof S & string } {
  const { method } = options;
  const given = context.givenOf(allMethodOptions(methods), options);
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(methods[method]!, name)) continue;
    const owners = Object.keys(methods).filter((other) => Object.hasOwn(methods[other]!, name));
    throw new UsageError(
      `${flagName(name)} has no effect with --method ${method}; it belongs to --method ${owners.join(", ")}.`,
    );
  }
  return { ...given, method };
}
