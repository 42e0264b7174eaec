import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  RawServerDefault,
} from 'fastify';
import type { Context, Viewer } from '../../context.ts';
import type { Locale } from '../i18n.ts';
import type { LimitName } from '../limits/rules.ts';
import type { DeclaredRoute } from './declared-access.ts';
import type { Flash } from './flash.ts';
import type { Visitor } from './page.ts';
import type { ReadVersions } from './page-cache/response.ts';

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Who may call a route. Each route declares one; `accounts/guards.ts` enforces them all. */
export type Access = 'public' | 'optional' | 'member' | 'admin' | 'owner';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface FastifyContextConfig {
    access?: Access;
    /** Limits counted before the handler runs: per address, or per member where the limit says so. */
    limits?: LimitName[];
    /** Takes one file as multipart/form-data instead of JSON. */
    multipart?: boolean;
    /** Sends a file: counted with the downloads for as long as the client reads. */
    download?: boolean;
    /**
     * Where it stands when there is too much to do: before all others, or beside the line because it waits for
     * something else than they do, such as a file on its way.
     */
    admission?: 'priority' | 'exempt';
    /** How long its answer may take, where it is not `TIME_BUDGET.handler`. */
    handler_ms?: number;
    /** Checks the caller in by itself, so the daily check-in does not ride on it. */
    checksIn?: boolean;
    /** What a page takes from its address; see `queryOf`. */
    query?: { readonly properties: object };
    /** Its responses to anonymous visitors are cached, and sent again while their version is the same. */
    cached?: ReadVersions;
    /** The operation a form of a page does, by its operationId. */
    form?: string;
    /** Set on what is not part of the service: health, documentation. No guard, limit or shedding. */
    internal?: boolean;
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface FastifyInstance {
    ctx: Context;
    /** Every route there is, with the group it declared. */
    routes: DeclaredRoute[];
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface FastifyRequest {
    ctx: Context;
    locale: Locale;
    /** The pattern of the route that was found and what it declares. Kept, because the framework makes it anew each time. */
    route: { url: string | undefined; config: FastifyContextConfig };
    /** Who is asking, or null. Loaded on every route but `public` ones. */
    viewer: Viewer | null;
    /** Who is asking, on routes that let only members in; throws anywhere else. */
    readonly member: Viewer;
    /** The viewer with what pages show of them; loaded on pages only. */
    visitor: Visitor | null;
    /** For the forms of the page that is being made. */
    csrfToken: string;
    /** What happened just before, to be said once. */
    flash: Flash | undefined;
    /** The file, on routes that take one. */
    upload: Buffer | null;
    /** What the caller's CSRF token and anonymous idempotency keys are bound to. */
    credential: string;
    /** Every secret the caller sent: what makes two callers without a viewer the same one. */
    presented: string;
  }
}

/** Spread into a route's options: `app.put('/api/…', { ...asMember, schema }, handler)`. */
export const asPublic = route('public');
export const asOptional = route('optional');
export const asMember = route('member');
/** On, off and on again: reactions, favorites, folder contents. */
export const asToggle = route('member', ['toggles']);
/** SPEC §8: the sensitive operations share one limit per address. */
export const asSensitive = route('member', ['sensitive']);
/** Coming and going: what somebody needs most when there is too much to do. */
export const asAuth = route('public', [], 'priority');

export function route(
  access: Access,
  limits: LimitName[] = [],
  admission?: FastifyContextConfig['admission'],
): { config: FastifyContextConfig } {
  return { config: { access, limits, ...(admission ? { admission } : {}) } };
}
