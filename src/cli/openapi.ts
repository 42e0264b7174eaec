import { writeFile } from 'node:fs/promises';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { openapiDocument } from '../platform/http/openapi.ts';
import { withServices } from './context.ts';

/** The document depends on the code alone. Connections are opened on first use, so not here. */
const ANY_SETTINGS = {
  DATABASE_URL: 'postgres://none@127.0.0.1:1/none',
  SECRET_KEY: 'signs nothing: the document is not secret',
  BASE_URL: 'http://localhost',
};

export async function printDocument(file: string | undefined): Promise<void> {
  const document = await describeApi();
  if (!file) {
    process.stdout.write(document);
    return;
  }
  await writeFile(file, document);
  console.log(`wrote ${file}`);
}

function describeApi(): Promise<string> {
  return withServices(readConfig(ANY_SETTINGS), async (services) => {
    const app = await createApp(services);
    await app.ready();
    const document = `${JSON.stringify(openapiDocument(app), null, 2)}\n`;
    await app.close();
    return document;
  });
}
