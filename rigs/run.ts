/** `npm run rig <name> [-- options]`: runs one rig. rigs/README.md lists them. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Every `rigs/<name>/main.ts` exports this. */
type Rig = {
  USAGE: string;
  /** Returns whether every target was met. */
  main(args: string[]): Promise<boolean>;
};

const names = readdirSync(fileURLToPath(new URL('./', import.meta.url)), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const [name = '', ...args] = process.argv.slice(2);

if (!names.includes(name)) {
  console.error(`npm run rig <name> [-- options]\nRigs: ${names.join(' ')}`);
  process.exit(2);
}
const rig: Rig = await import(`./${name}/main.ts`);
if (args.includes('--help')) {
  console.log(rig.USAGE);
  process.exit(0);
}
process.exit((await rig.main(args)) ? 0 : 1);
