/** Where a view has no model and none can be learnt in a moment: says which kind it needs and how to get one. */

export function NoModel({ kind, train }: { readonly kind: string; readonly train: string }) {
  return (
    <p class="card note">
      This view needs a model of kind <strong>{kind}</strong>. Open a model file above, start the server with one (
      <code>eigentree serve {kind}.model</code>), or learn one: <code>{train}</code>
    </p>
  );
}
