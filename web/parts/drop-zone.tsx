/** A place to drop a file on, or to choose one with the keyboard. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface Props {
  readonly accept?: string;
  readonly label: string;
  readonly onFile: (file: File) => void;
  readonly small?: boolean;
  readonly children?: ComponentChildren;
}

export function DropZone({ accept, label, onFile, small = false, children }: Props) {
  const [over, setOver] = useState(false);
  return (
    <label
      class={`drop${over ? " over" : ""}${small ? " small" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setOver(false);
        const file = event.dataTransfer?.files[0];
        if (file !== undefined) onFile(file);
      }}
    >
      <input
        type="file"
        class="hidden-input"
        {...(accept === undefined ? {} : { accept })}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) onFile(file);
          currentTarget.value = "";
        }}
      />
      <span>{label}</span>
      {children}
    </label>
  );
}
