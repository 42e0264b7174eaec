/** `npm run build`: what the packages `lamplight` and `@lamplight/client` contain. */
import { rmSync } from 'node:fs';
import { buildApiClient } from './build-api-client.ts';
import { buildClient } from './build-client.ts';
import { writeLicences } from './build-licences.ts';
import { buildPictures } from './build-pictures.ts';
import { buildServer } from './build-server.ts';

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
await buildPictures();
writeLicences([await buildServer(), await buildClient()]);
await buildApiClient();
