/**
 * A process of the site that waits for its code: it loads the packages first, named by its arguments, which takes longer
 * than everything else in a start. Node runs this file as it is.
 */
export type StartMessage = { server: string; env: Record<string, string | undefined> };

const stop = () => process.exit(0);
process.once('disconnect', stop);
process.once('message', ({ server, env }: StartMessage) => {
  process.off('disconnect', stop);
  process.disconnect?.();
  Object.assign(process.env, env);
  void import(server);
});

for (const name of process.argv.slice(2)) {
  // A package that cannot be loaded is reported by the file that imports it.
  await import(name).catch(() => {});
}
