/** A bar that runs while an answer is on its way; it shows itself only when that takes a while. */

export function Waiting({ busy, says = "Working …" }: { readonly busy: boolean; readonly says?: string }) {
  return (
    <div class="waiting" role="status">
      {busy && (
        <>
          <span class="unseen">{says}</span>
          <span class="runner" aria-hidden="true" />
        </>
      )}
    </div>
  );
}
