import { readFileSync } from 'node:fs';
import { createApp } from '../../../src/app.ts';
import { readConfig } from '../../../src/config.ts';
import { createLog } from '../../../src/platform/log.ts';
import { openServices } from '../../../src/services.ts';

/** The real service with a clock that a test moves for all processes at once, by writing an offset to a file. */
const file = process.env['CLOCK_FILE'] ?? '';
const clock = { now: () => new Date(Date.now() + Number(readFileSync(file, 'utf8'))) };

const config = readConfig();
const services = await openServices(config, createLog(config.LOG_LEVEL), clock);
const app = await createApp(services);
await app.listen({ host: config.HOST, port: config.PORT });
