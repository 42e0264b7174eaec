import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The sources in a new directory, as a clone has them. */
export function copySources(target: string): void {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const paths = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  for (const path of paths) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    cpSync(join(ROOT, path), join(target, path), { force: true });
  }
}

/** The next release: another version, style sheet, script and schema. */
export function makeNextRelease(first: string, target: string): void {
  // Links, which is fast: a changed file is replaced.
  execFileSync('cp', ['--archive', '--link', first, target]);
  const change = (path: string, edit: (text: string) => string) => {
    const file = join(target, path);
    const text = readFileSync(file, 'utf8');
    rmSync(file);
    writeFileSync(file, edit(text));
  };
  change('package.json', (text) => text.replace(/"version": "[^"]+"/, '"version": "99.0.0"'));
  change('src/ui/css/base.css', (text) => `${text}\n.next-release { color: red; }\n`);
  change(
    'src/ui/client/site.ts',
    (text) => `${text}\ndocument.body.dataset['release'] = 'next';\n`,
  );
  writeFileSync(
    join(target, 'migrations/9999-next-release.sql'),
    'ALTER TABLE users ADD COLUMN next_release text;\nCREATE INDEX users_next_release ON users (next_release);\n',
  );
  build(target);
}

export function build(directory: string): void {
  execFileSync('npm', ['run', 'build'], {
    cwd: directory,
    stdio: 'pipe',
    env: environmentOf(directory),
  });
}

export function installPackages(directory: string): void {
  execFileSync('npm', ['ci'], { cwd: directory, stdio: 'pipe' });
}

/** npm finds Node 24 where the packages have brought it. */
function environmentOf(directory: string): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${join(directory, 'node_modules/.bin')}:${process.env['PATH']}` };
}
