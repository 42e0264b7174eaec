import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import cookie from '@fastify/cookie';
import fastify, { LogController } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Context } from '../../context.ts';
import type { Database } from '../db/database.ts';
import { type HiddenListener, NOT_LISTENING } from '../db/hidden-listener.ts';
import { chooseLocale, DEFAULT_LOCALE } from '../i18n.ts';
import { RequestLogger } from '../log.ts';
import {
  CONNECTION_MS,
  CONNECTIONS_CHECK_MS,
  HEADERS_MS,
  KEEP_ALIVE_MS,
  UPLOAD_MS,
} from '../time-budget.ts';
import { currentTracing } from '../tracing/tracing.ts';
import { controlAdmission } from './admission/admission.ts';
import { limitConnections } from './admission/connections.ts';
import { timeOutRequests } from './admission/request-timeouts.ts';
import type { App } from './app-types.ts';
import { sendFrameworkError, toOriginForm } from './bad-urls.ts';
import { cookieName } from './cookies.ts';
import { declareAccess } from './declared-access.ts';
import { respondWithDeclaredStatus } from './declared-status.ts';
import { addEventStreams } from './event-streams.ts';
import { isFlash } from './flash.ts';
import type { Readiness } from './health.ts';
import { wrapUnsafeHandlers } from './idempotency.ts';
import { acceptUploads } from './multipart.ts';
import { isPage } from './page.ts';
import { cachePages } from './page-cache/page-cache.ts';
import { linkNextPages } from './pagination.ts';
import { BODY_BYTES_MAX, limitRequests } from './request-limits.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { encodeOnce, serializerCompiler } from './serialization.ts';
import { traceRequests } from './trace-requests.ts';
import { stopReadingAfterResponse } from './unread-body.ts';
import { validatorCompiler } from './validation.ts';

const HEADER_BYTES = 16 * 1024;
/** The links of mails have the longest ones. */
const PARAMETER_LENGTH = 80;

/**
 * A Fastify server with everything that applies to all routes, and no routes. Synchronous hooks call `done` instead of
 * being async: twenty promises per request would cost as much as a database read.
 */
export async function createHttp(
  ctx: Context,
  database: Database,
  readiness: Readiness,
  listener: HiddenListener = NOT_LISTENING,
): Promise<App> {
  const proxies = trustedProxies(ctx.config.TRUSTED_PROXIES);
  const app: App = fastify({
    loggerInstance: ctx.log,
    // request-log.ts writes the request lines, without personal data.
    logController: new LogController({ disableRequestLogging: true }),
    // Never taken from a header: it appears in logs and responses.
    genReqId: () => randomUUID(),
    childLoggerFactory: (_logger, { reqId }) => new RequestLogger(ctx.log, String(reqId)),
    trustProxy: proxies,
    bodyLimit: BODY_BYTES_MAX,
    // The limit of the slowest request, an upload; other bodies have a shorter one (admission/request-timeouts.ts).
    requestTimeout: UPLOAD_MS + CONNECTIONS_CHECK_MS,
    connectionTimeout: CONNECTION_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
    },
    routerOptions: { maxParamLength: PARAMETER_LENGTH },
    return503OnClosing: true,
    rewriteUrl: ({ url = '/' }) => toOriginForm(url),
    frameworkErrors: (error, request, reply) => sendFrameworkError(ctx, error, request, reply),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorate('ctx', ctx);
  app.decorateRequest('ctx');
  app.decorateRequest('route');
  app.decorateRequest('locale', DEFAULT_LOCALE);
  app.decorateRequest('visitor', null);
  app.decorateRequest('csrfToken', '');
  app.decorateRequest('flash', undefined);
  app.decorateRequest('credential', '');
  app.decorateRequest('presented', '');
  // A cross-site form can send text/plain.
  app.removeContentTypeParser('text/plain');
  await app.register(cookie);
  await acceptUploads(app);
  stopReadingAfterResponse(app);

  app.addHook('onRequest', (request, _reply, done) => {
    const { url, config } = request.routeOptions;
    request.route = { url, config };
    done();
  });
  limitConnections(app, proxies);
  cachePages(app, readiness, database, listener);
  const tracing = currentTracing();
  if (tracing) traceRequests(app, tracing);
  addSecurityHeaders(app);
  timeOutRequests(app, database);
  const flashCookie = cookieName(ctx.config.BASE_URL, 'flash');
  app.addHook('onRequest', (request, _reply, done) => {
    request.locale = chooseLocale(
      request.cookies['lang'],
      request.headers['accept-language'],
      ctx.site.current.locale,
    );
    request.ctx = { ...ctx, log: request.log, locale: request.locale };
    const flash = request.cookies[flashCookie];
    if (isFlash(flash) && isPage(request)) request.flash = flash;
    done();
  });
  limitRequests(app);
  await controlAdmission(app, database);
  addEventStreams(app);
  declareAccess(app);
  // Before the replies of idempotent requests are stored, which includes the status.
  respondWithDeclaredStatus(app);
  wrapUnsafeHandlers(app);
  linkNextPages(app);
  encodeOnce(app);
  return app;
}

/** Only explicit addresses and ranges: with "trust all", a client could choose its own address. */
export function trustedProxies(setting: string): string[] | false {
  const ranges = setting
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  for (const range of ranges) {
    // Stricter than ipaddr alone, which reads "1" as 0.0.0.1.
    if (!isIP(range.split('/')[0] ?? '') || !(isIP(range) || ipaddr.isValidCIDR(range))) {
      throw new Error(`TRUSTED_PROXIES: ${range} is neither an address nor a CIDR range`);
    }
  }
  return ranges.length > 0 ? ranges : false;
}
