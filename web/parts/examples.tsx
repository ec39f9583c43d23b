/** Buttons that fill in a view with something to try. */
import { change, type Params } from "../route.ts";

interface Example {
  readonly name: string;
  /** The whole of it, for those who point at the button. */
  readonly says: string;
  readonly params: Params;
}

export function Examples({ examples }: { readonly examples: readonly Example[] }) {
  return (
    <div class="examples">
      <span class="soft" id="examples">
        Try
      </span>
      <ul aria-labelledby="examples">
        {examples.map(({ name, says, params }) => (
          <li key={name}>
            <button type="button" title={says} onClick={() => change(params)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
