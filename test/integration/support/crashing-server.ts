import pg from 'pg';
import { createApp } from '../../../src/app.ts';
import { readConfig } from '../../../src/config.ts';
import { createLog } from '../../../src/platform/log.ts';
import { openServices } from '../../../src/services.ts';

/**
 * The real service, which kills itself when a request header demands it: with the work done and not committed, or
 * committed and the response not sent.
 */
const config = readConfig();
const services = await openServices(config, createLog(config.LOG_LEVEL));
const app = await createApp(services);

const die = () => process.kill(process.pid, 'SIGKILL');

let diesAtCommit = false;
app.addHook('onRequest', async (request) => {
  diesAtCommit = request.headers['x-test-die-before-commit'] !== undefined;
});
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [first] = args as [string | { text?: string }];
  const text = typeof first === 'string' ? first : first.text;
  if (diesAtCommit && text?.toLowerCase() === 'commit') die();
  return query.apply(this, args);
} as typeof pg.Client.prototype.query;

app.addHook('onSend', async (request) => {
  if (request.headers['x-test-die-before-response'] !== undefined) die();
});

await app.listen({ host: config.HOST, port: config.PORT });
