/** `npm run rig <name> [-- options]`: runs one rig. rigs/README.md lists them. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('./', import.meta.url));
const names = readdirSync(HERE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const name = process.argv[2] ?? '';

if (!names.includes(name)) {
  console.error(`Which rig? ${names.join(' ')}`);
  process.exit(2);
}
// Each rig parses process.argv as if it had been started directly.
process.argv.splice(2, 1);
const rig: { main?: (args: string[]) => Promise<boolean> } = await import(`./${name}/main.ts`);
if (rig.main) process.exit((await rig.main(process.argv.slice(2))) ? 0 : 1);
