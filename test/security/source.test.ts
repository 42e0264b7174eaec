import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildServer } from '../../scripts/build-server.ts';

/** Properties that no request can show: how the program is written, built and deployed. */
type Source = { file: string; text: string };

const sources: Source[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^demo\/community\//.test(path))
  .map((path) => ({ file: `src/${path}`, text: readFileSync(`src/${path}`, 'utf8') }));
const isBrowsers = ({ file }: Source) => /\/client\/|\/client\.tsx?$/.test(file);
const servers = sources.filter((source) => !isBrowsers(source));

/** Every line that matches, as `file: line`. */
function grep(pattern: RegExp, among = sources): string[] {
  return among.flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => pattern.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
}

test('finds the sources', () => {
  expect(servers.length).toBeGreaterThan(300);
});

test('ASVS 1.2.4 no SQL is built from text: no raw SQL, and only our own names and numbers as values', () => {
  expect(grep(/\bsql\.raw\b|\bsql\.id\(|rawSql|unsafe\(/)).toEqual([]);
  // Tools that create databases for development and the demo choose the names themselves and serve no requests.
  const made = grep(
    /\.query\(\s*`[^`]*\$\{/,
    sources.filter(({ file }) => !file.startsWith('src/local/')),
  );
  const names = made.flatMap((line) =>
    [...line.matchAll(/\$\{([^}]+)\}/g)].map((match) => match[1]),
  );
  const isQuotedAsName = (name = '') => /^pg\.escapeIdentifier\(\w+\)$/.test(name);
  const plain = names.filter((name) => !isQuotedAsName(name));
  expect(new Set(plain)).toEqual(new Set(['APP_ROLE', 'TIME_BUDGET.lock']));
});

/** `/>${` is markup in a template. */
const LITERAL =
  /(?<=[=(,:[!&|?{};]\s*|return |^\s*)\/(?![*/]|>\$\{)((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[$])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])*)\/([dgimsuvy]*)/gm;
const LONG = 50_000;
const SLOW_MS = 300;

function slowest(pattern: RegExp): number {
  const own = pattern.source.replace(/\\./g, '').match(/[\w\s<>@/&.-]/g) ?? [];
  const first = /^\^?([\w<@/ -]+)/.exec(pattern.source)?.[1] ?? '<';
  const seeds = new Set([...own, 'a', '0', ' ', '\n', '<', '灯', 'a ', ' \n', '<a', '\\a', 'a@']);
  let worst = 0;
  for (const seed of seeds) {
    for (const start of ['', first]) {
      const text = `${start}${seed.repeat(LONG / seed.length)}\u0001`;
      const times = [0, 0, 0].map(() => {
        if (worst > SLOW_MS) return 0;
        const began = performance.now();
        pattern.exec(text);
        return performance.now() - began;
      });
      // The machine may be busy once, but not three times.
      worst = Math.max(worst, Math.min(...times));
    }
  }
  return worst;
}

test('ASVS 1.3.12 no regular expression of the server is slow on fifty thousand characters', () => {
  const slow: string[] = [];
  let judged = 0;
  for (const { file, text } of servers) {
    for (const [literal, source = '', flags = ''] of text.matchAll(LITERAL)) {
      judged++;
      if (slowest(new RegExp(source, flags.replace(/[gy]/g, ''))) > SLOW_MS)
        slow.push(`${file} ${literal}`);
    }
  }
  expect(slow).toEqual([]);
  expect(judged).toBeGreaterThan(90);
  expect(slowest(/\s+$/)).toBeGreaterThan(SLOW_MS);
}, 120_000);

test('§5.4b, ASVS 11.2.4 secrets are compared by one function, in constant time', () => {
  expect(grep(/timingSafeEqual\(/)).toEqual([
    expect.stringMatching(
      /^src\/platform\/secrets\.ts: return left\.length === right\.length && timingSafeEqual/,
    ),
  ]);
  const judges = servers.filter(({ file }) => /^src\/(accounts|platform)\//.test(file));
  const compared = grep(
    /(?:mac|signature|token|secret|digest|password|_hash|csrf)\)?\s*[!=]==?\s*(?![=\s]|undefined|null\b|'|\d)/i,
    judges.filter(({ file }) => !file.endsWith('.tsx') && !/storage\//.test(file)),
  );
  // Both sides come from our own rows: no caller's input is compared.
  for (const line of compared)
    expect(line).toMatch(/\w+\.password_hash !== (verified\.|user\?\.)password_hash/);
  expect(compared).toHaveLength(3);
});

test('ASVS 11.4.1 no hash older than SHA-256 is used', () => {
  const hashes = servers.flatMap(({ text }) =>
    [...text.matchAll(/create(?:Hash|Hmac)\(\s*'(\w+)'|hkdfSync\('(\w+)'/g)].map(
      (match) => match[1] ?? match[2],
    ),
  );
  // RFC 6238: authenticator apps compute their codes with HMAC-SHA-1, and many with nothing else.
  expect(new Set(hashes)).toEqual(new Set(['sha256', 'sha1']));
  expect(grep(/'sha1'/, servers)).toEqual([
    expect.stringMatching(/^src\/second-factors\/rules\.ts: .*createHmac\('sha1'/),
  ]);
  expect(
    grep(/\bmd5\b|\bsha1\b|'sha-1'|\bdes\b.*cipher|aes-\d+-(ecb|cbc)/i, servers).filter(
      (line) => !line.includes('md5(') && !line.startsWith('src/second-factors/rules.ts: '),
    ),
  ).toEqual([]);
});

test('A27, ASVS 11.5.1 security-relevant randomness comes from the system', () => {
  // Samples of requests for the log and traces, and retry delays: none of them protects anything.
  expect(grep(/Math\.random/, servers).map((line) => line.replace(/:.*/, ''))).toEqual(
    [
      'src/platform/http/request-log.ts',
      'src/platform/db/transaction.ts',
      'src/platform/db/hidden-listener.ts',
      ...Array(3).fill('src/platform/http/event-streams.ts'),
      'src/platform/tracing/open-telemetry.ts',
      'src/push/actions/send.ts',
      'src/webhooks/actions/deliver.ts',
    ].sort((a, b) => order(a) - order(b)),
  );
  // Ids of requests, forms and temporary files are not secrets; secrets are made elsewhere.
  const secretSources = servers.filter(({ file }) =>
    /^src\/(accounts|uploads)\/|secrets\.ts$/.test(file),
  );
  expect(grep(/randomUUID/, secretSources)).toEqual([]);
});

const order = (file: string) => servers.findIndex((source) => source.file === file);

test('ASVS 13.3.1 the repository contains no secret', () => {
  const tracked = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { encoding: 'utf8' },
  )
    .split('\0')
    .filter((file) =>
      /\.(ts|tsx|js|mjs|json|ya?ml|md|sql|sh|env|example|toml|conf)$|Dockerfile|Caddyfile|^\.\w+$/.test(
        file,
      ),
    );
  const SECRET =
    /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}\b|\bxox[abp]-[A-Za-z0-9-]{20,}|\bnpm_[A-Za-z0-9]{36}\b|\bsk_live_[A-Za-z0-9]{20,}/;
  const found = tracked.filter((file) => {
    try {
      return SECRET.test(readFileSync(file, 'utf8'));
    } catch {
      return false;
    }
  });
  expect(tracked.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});

test('ASVS 14.3.3 the browser stores drafts, and what was read and searched, never a token', () => {
  const storing = sources.filter(({ text }) =>
    /localStorage|sessionStorage|indexedDB\.open/.test(text),
  );
  expect(storing.map(({ file }) => file).sort()).toEqual([
    'src/comments/views/draft.ts',
    // Only who is logged in, by uid, and when the stored posts were checked.
    'src/offline/client/offline.ts',
    'src/posts/client/history-storage.ts',
    'src/studio/client/editor/draft-slots.ts',
    'src/studio/client/editor/fetch-pictures.ts',
    'src/studio/client/editor/local-drafts.ts',
    'src/ui/client/search-field/recent-searches.ts',
  ]);
  for (const { file, text } of storing)
    expect([file, /token|password|cookie/i.test(text)]).toEqual([file, false]);
});

test('ASVS 15.2.3 neither the build nor the image contains a test', async () => {
  const { inputs } = await buildServer({ write: false });
  const built = Object.keys(inputs).filter((file) => !file.includes('node_modules/'));
  expect(built.length).toBeGreaterThan(300);
  expect(built.filter((file) => /\.test\.|^test\/|^scripts\//.test(file))).toEqual([]);
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['**', '**/*.test.ts', '**/*.test.tsx']));
  expect(ignored.filter((line) => /^!.*(test|\.env|\.git)/.test(line))).toEqual([]);
  const image =
    readFileSync('Dockerfile', 'utf8')
      .split(/^FROM /m)
      .at(-1) ?? '';
  expect(image).toMatch(/^USER 65532:65532$/m);
  const copied = [...image.matchAll(/^COPY (.+) \S+$/gm)].map((match) => match[1]);
  const ALLOWED =
    /^(--from=root \/root-fs|--from=packages \/app\/node_modules|--from=build \/app\/dist|package\.json LICENSE|migrations\/|(deploy\/docker\/[\w.-]* ?)+)$/;
  expect(copied.length).toBeGreaterThanOrEqual(5);
  expect(copied.filter((what) => !ALLOWED.test(what ?? ''))).toEqual([]);
  expect(readFileSync('Dockerfile', 'utf8')).toContain('npm ci --omit=dev');
});

test('ASVS 13.2.3 the parts of a deployment authenticate with generated secrets, not with fixed passwords', () => {
  const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, { environment?: Record<string, string>; ports?: string[] }>;
  };
  for (const [name, { environment, ports }] of Object.entries(services)) {
    for (const [key, value] of Object.entries(environment ?? {})) {
      if (/PASSWORD|SECRET|DATABASE_URL/.test(key))
        expect([name, key, value]).toEqual([
          name,
          expect.stringMatching(/_FILE$/),
          expect.stringMatching(/^\/secrets\//),
        ]);
    }
    // Only public parts listen on public addresses.
    if (name !== 'caddy')
      for (const port of ports ?? [])
        expect([name, port]).toEqual([name, expect.stringMatching(/^127\.0\.0\.1:/)]);
  }
  expect(services['postgres']?.ports).toBeUndefined();
  expect(services['redis']?.ports).toBeUndefined();
});
