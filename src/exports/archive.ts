import { Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { type FileOptions, ZipFile } from 'yazl';
import type { Context } from '../context.ts';
import { describeAccount, LISTS, pathOf } from './contents.ts';
import { readmeIn } from './readme.ts';
import { listUploads } from './store/account.ts';

type Add = (name: string, body: Readable, options?: Partial<FileOptions>) => Promise<void>;

/** Streams all data of a member as one zip: neither a long list nor a picture is ever whole in memory. */
export async function writeArchive(
  ctx: Context,
  uid: number,
  target: Writable,
  onFile: () => Promise<void> = async () => {},
): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // Errors reject the promises awaited below; without a listener they would end the process.
  zip.on('error', () => {});
  const written = pipeline(output, target);
  written.catch(() => {});

  const add: Add = async (name, body, options) => {
    zip.addReadStream(body, name, { ...options, mtime: ctx.now(), mode: 0o100600 });
    // One file after the other, so that only one picture is open. If the target fails, stop reading.
    await Promise.race([finished(body), written]);
    await onFile();
  };
  try {
    await addContents(ctx, uid, add);
    zip.end();
    await written;
  } catch (error) {
    output.destroy();
    await written.catch(() => {});
    throw error;
  }
}

async function addContents(ctx: Context, uid: number, add: Add): Promise<void> {
  await ctx.site.load();
  const subject = {
    base_url: ctx.config.BASE_URL,
    site: ctx.site.current,
    created_at: ctx.now(),
  };
  await add('README.zh-CN.md', textOf(readmeIn('zh-CN', subject)));
  await add('README.md', textOf(readmeIn('en', subject)));
  const account = await describeAccount(ctx.db, uid);
  await add('account.json', textOf(`${JSON.stringify(account, null, 2)}\n`));
  for (const [name, rows] of LISTS)
    await add(`${name}.json`, Readable.from(toJsonLines(rows(ctx.db, uid)), { objectMode: false }));
  for await (const { key } of listUploads(ctx.db, uid)) {
    const file = await ctx.storage.get(key);
    // Deleted since it was listed.
    if (file) await add(pathOf(key), file.body, { compress: false });
  }
}

function textOf(text: string): Readable {
  return Readable.from([Buffer.from(text)], { objectMode: false });
}

const CHUNK = 64 * 1024;

/** A JSON array with one row per line, in chunks of at least 64 KiB. */
async function* toJsonLines(rows: AsyncGenerator<object>): AsyncGenerator<Buffer> {
  let text = '[';
  let separator = '\n';
  for await (const row of rows) {
    text += `${separator}${JSON.stringify(row)}`;
    separator = ',\n';
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(`${text}\n]\n`);
}
