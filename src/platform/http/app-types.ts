import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifySchema,
  RawServerDefault,
  RouteOptions,
  RouteShorthandOptions,
} from 'fastify';
import type { Context, Viewer } from '../../context.ts';
import type { Locale } from '../i18n.ts';
import type { LimitName } from '../limits/rules.ts';
import type { Flash } from './flash.ts';
import type { ReadVersions } from './page-cache/response.ts';
import type { Visitor } from './visitor.ts';

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** The access group of a route. Each route declares one; `accounts/guards.ts` enforces them all. */
export type Access = 'public' | 'optional' | 'member' | 'admin' | 'owner';

/** For the documentation and the generated tests. */
export type DeclaredRoute = {
  method: string;
  url: string;
  access: Access;
  route: RouteOptions;
  /** The handler before any hook wraps it. */
  handler: RouteOptions['handler'];
};

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface FastifyContextConfig {
    access?: Access;
    /** Limits counted before the handler runs, per address or per member (COUNTED_BY_MEMBER). */
    limits?: LimitName[];
    /**
     * Sent by a page that waits for no response. Forging it cannot harm its sender, so it needs no
     * CSRF token; it has no form, no limit but its own, writes nothing that a later read must see, and the
     * log has a sample of it.
     */
    beacon?: boolean;
    /** Another program signs it and sends no cookie: no CSRF token and no form. */
    signed?: boolean;
    /**
     * The address has a signature that only the recipient of a mail knows, and it can do one harmless thing. So it needs
     * neither a session nor a CSRF token, and programs of other sites may send it (RFC 8058). The action counts its limit:
     * a mail provider sends those of all its users from a few addresses.
     */
    oneClick?: boolean;
    /** Takes one file as multipart/form-data instead of JSON. */
    multipart?: boolean;
    /** Sends a file: counted with the downloads for as long as the client reads. */
    download?: boolean;
    /** Sends events for as long as the client stays (event-streams.ts); has a bound of its own. */
    stream?: boolean;
    /** Under load: 'priority' and 'exempt' routes skip the admission queue (admission/admission.ts). */
    admission?: 'priority' | 'exempt';
    /** The timeout of its handler, if not `TIME_BUDGET.handler`. */
    handler_ms?: number;
    /** The route itself checks the member in, so the guard must not. */
    checksIn?: boolean;
    /** It concerns the member's account and inbox only: leaving needs no consent to new terms (decision 0060). */
    of_account?: boolean;
    /** D70: the scope of the API tokens that may call the operation. Absent: none may. */
    scope?: string;
    /** The query parameters of a page; see `queryOf`. */
    query?: { readonly properties: object };
    /** Responses to anonymous visitors are cached while these versions stay the same. */
    cached?: ReadVersions;
    /** The operationId of the operation that this form route runs. */
    form?: string;
    /** Health checks, documentation, static files: no guard, no limit, never rejected. */
    internal?: boolean;
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface FastifyInstance {
    ctx: Context;
    /** Every route and its access group. */
    routes: DeclaredRoute[];
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface FastifyRequest {
    ctx: Context;
    locale: Locale;
    /** URL pattern and config of the matched route. Fastify's `routeOptions` creates a new object at each access. */
    route: { url: string | undefined; config: FastifyContextConfig };
    /** The logged-in member, or null. Loaded on every route but `public` ones. */
    viewer: Viewer | null;
    /** The logged-in member, on routes for members; throws on other routes. */
    readonly member: Viewer;
    /** The viewer as the page header shows them; loaded on pages only. */
    visitor: Visitor | null;
    /** For the forms of the page. */
    csrfToken: string;
    /** A message about the previous request, shown once. */
    flash: Flash | undefined;
    /** The uploaded file, on upload routes. */
    upload: Buffer | null;
    /** The credential that the CSRF token is bound to. */
    credential: string;
    /** All credentials of the request; they scope the idempotency keys of callers without a viewer. */
    presented: string;
  }
}

/**
 * The options of the routes of the API: `app.put('/api/…', asMember({ operationId, … }), handler)`. The documentation shows
 * the operations of a group together, and the group decides which API tokens reach them (`api-tokens/rules.ts`).
 */
export function operations(group: string) {
  /** For routes that declare more than their access. */
  const optionsWith =
    <Options extends RouteShorthandOptions>(options: Options) =>
    <const Schema extends FastifySchema>(schema: Schema, limit?: { bodyLimit: number }) => ({
      ...options,
      ...limit,
      schema: { tags: [group], ...schema },
    });
  const route = (...access: Parameters<typeof accessOf>) =>
    optionsWith({ config: accessOf(...access) });
  return {
    optionsWith,
    route,
    asPublic: route('public'),
    asOptional: route('optional'),
    asMember: route('member'),
    asAdmin: route('admin'),
    asOwner: route('owner'),
    /** Reactions, favorites, folder contents. */
    asToggle: route('member', ['toggles']),
    /** Log-in, log-out and refresh: they have priority under load. */
    asAuth: route('public', [], 'priority'),
    /** Responses to anonymous visitors are cached while these versions stay the same. */
    asCached: (cached: ReadVersions) => optionsWith({ config: { access: 'optional', cached } }),
  };
}

export function accessOf(
  access: Access,
  limits: LimitName[] = [],
  admission?: FastifyContextConfig['admission'],
): FastifyContextConfig {
  return { access, limits, ...(admission ? { admission } : {}) };
}
