import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigSchema } from './config-schema.ts';

const ENV_FILE = '.env';
/** Two mistakes in a short name make another word: HOME is two letters from HOST. */
const SHORT_NAME = 8;
/** No other program's settings start like this. */
const OWN_PREFIXES =
  /^(DATABASE|REDIS|S3|STORAGE|SECRET_KEY|BASE_URL|LIMITS?|TRUSTED|PAGE_CACHE|METRICS|TRACE|SMTP|MAIL|OIDC)_/;
/** Kubernetes sets these for each service of the namespace: REDIS_SERVICE_HOST, REDIS_PORT_6379_TCP_ADDR. */
const SERVICE_LINK = /_(SERVICE_(HOST|PORT)(_\w+)?|PORT(_\d+_(TCP|UDP)(_\w+)?)?)$/;
/** Variables of other programs that may be in `.env`. */
const FOREIGN = /^(PG|NODE_|AWS_|COMPOSE_|OTEL_|npm_)|^(TZ|LANG|PATH|HOME)$/;

export type UnknownName = { name: string; meant: string | undefined; is_in_file: boolean };

const namesInFile = new Set<string>();

/** Reads `.env` in the working directory into the environment, which wins over the file. */
export function loadEnvFile(): void {
  if (!existsSync(ENV_FILE)) return;
  for (const [name, value] of Object.entries(parseEnv(readFileSync(ENV_FILE, 'utf8')))) {
    namesInFile.add(name);
    process.env[name] ??= value;
  }
}

/** Names that look like settings and are none, each with the setting that was probably meant. */
export function findUnknownNames(env: NodeJS.ProcessEnv): UnknownName[] {
  const known = Object.keys(ConfigSchema.properties).flatMap((name) => [name, `${name}_FILE`]);
  return Object.keys(env)
    .filter((name) => !known.includes(name) && !FOREIGN.test(name))
    .map((name) => ({
      name,
      meant: findNearest(name, known),
      is_in_file: namesInFile.has(name),
    }))
    .filter(({ name, meant, is_in_file }) => {
      if (is_in_file || meant) return true;
      return OWN_PREFIXES.test(name) && !SERVICE_LINK.test(name);
    });
}

/** Continues a sentence that starts with the name. */
export function explainUnknownName({ meant, is_in_file }: UnknownName): string {
  const where = is_in_file ? 'in .env ' : '';
  return meant
    ? `${where}is not a setting: perhaps ${meant} is meant`
    : `${where}is not a setting and has no effect`;
}

function findNearest(name: string, known: string[]): string | undefined {
  const [nearest] = known
    .map((one) => ({ one, distance: editDistance(name.toUpperCase(), one) }))
    .filter(({ one, distance }) => distance <= (one.length < SHORT_NAME ? 0 : 2))
    .sort((a, b) => a.distance - b.distance);
  return nearest?.one;
}

/** Levenshtein: insertions, deletions and replacements that turn one text into the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    let diagonal = row[0] ?? 0;
    row = row.reduce<number[]>((next, above, column) => {
      if (column === 0) return [index + 1];
      const replaced = diagonal + (to[column - 1] === letter ? 0 : 1);
      diagonal = above;
      next.push(Math.min(above + 1, (next[column - 1] ?? 0) + 1, replaced));
      return next;
    }, []);
  }
  return row.at(-1) ?? 0;
}
