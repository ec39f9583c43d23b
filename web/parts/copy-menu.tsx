/** Rows of buttons that copy or save a result in several forms; what was done is said aloud. */
import { useRef, useState } from "preact/hooks";

export interface Form {
  readonly name: string;
  readonly act: "copy" | "save";
  readonly run: () => void | Promise<void>;
}

const ACTS = { copy: { title: "Copy", done: "copied" }, save: { title: "Save", done: "saved" } } as const;
/** Milliseconds for which it says what was done. */
const SAID = 2500;

export function CopyMenu({ forms }: { readonly forms: readonly Form[] }) {
  const [said, setSaid] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const press = async ({ name, act, run }: Form) => {
    clearTimeout(timer.current);
    try {
      await run();
      setSaid(`${name} ${ACTS[act].done}`);
    } catch (error) {
      setSaid(`${name}: ${(error as Error).message}`);
    }
    timer.current = setTimeout(() => setSaid(""), SAID);
  };
  return (
    <div class="copies">
      {(["copy", "save"] as const).map((act) => {
        const own = forms.filter((form) => form.act === act);
        if (own.length === 0) return null;
        return (
          <div key={act} class="copy-row" role="group" aria-label={ACTS[act].title}>
            <span class="soft" aria-hidden="true">
              {ACTS[act].title}
            </span>
            {own.map((form) => (
              <button
                key={form.name}
                type="button"
                class="small"
                aria-label={`${ACTS[act].title} ${form.name}`}
                onClick={() => press(form)}
              >
                {form.name}
              </button>
            ))}
          </div>
        );
      })}
      <output class="soft" aria-live="polite">
        {said}
      </output>
    </div>
  );
}
