/** The words with their tags and how sure the parser is of them, what else they could be, and a tagger's opinion. */
import type { Span } from "./heat-map.tsx";
import { percent, sureness } from "./tree.tsx";

interface Props {
  readonly words: readonly string[];
  readonly marginals: readonly Span[];
  readonly tagged: { readonly tags: readonly string[]; readonly confidence?: readonly number[] } | undefined;
  readonly tagger: string | undefined;
}

/** Second choices below this are not worth their room. */
const LEAST = 0.005;

export function Tags({ words, marginals, tagged, tagger }: Props) {
  const choices = words.map(() => [] as Span[]);
  for (const span of marginals) if (span.tag === true) choices[span.start]?.push(span);
  return (
    <ul class="tags" aria-label="Tags">
      {words.map((word, at) => {
        const [best, ...others] = choices[at]!.sort((x, y) => (y.probability ?? 0) - (x.probability ?? 0));
        const second = others.filter(({ probability = 0 }) => probability >= LEAST).slice(0, 2);
        const sure = tagged?.confidence?.[at];
        return (
          <li key={at} style={{ borderTopColor: sureness(best?.probability) }}>
            <span class="tag-word">{word}</span>
            <span>
              <strong>{best?.label ?? "–"}</strong> <span class="soft">{percent(best?.probability)}</span>
            </span>
            {second.map(({ label, probability }) => (
              <span key={label} class="soft">
                {label} {percent(probability)}
              </span>
            ))}
            {tagged !== undefined && (
              <span class="tag-other" title={tagger}>
                {tagged.tags[at]} {sure !== undefined && <span class="soft">{percent(sure)}</span>}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
