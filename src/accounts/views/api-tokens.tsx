import { KeyRound } from 'lucide-static';
import type { ApiToken } from '../../api-tokens/schema.ts';
import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Layout } from '../../ui/layout.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Tag } from '../../ui/tag.tsx';
import { formatDate, Time } from '../../ui/time.tsx';
import type { Refused } from './account-form.tsx';
import { ApiTokenForm } from './api-token-form.tsx';
import { addressOfConfirm } from './confirm.tsx';
import { addressOfTab, Setting } from './settings-page.tsx';

const PATH = '/settings/api-tokens';

type ApiTokensProps = {
  visit: PageView;
  tokens: ApiToken[];
  /** The token that was just made, shown this once. */
  made: string | undefined;
  role: string;
  banned: boolean;
  /** Making a token needs a recent confirmation, so the form appears after it. */
  confirmed: boolean;
  typed: Record<string, string> | undefined;
  refused: Refused | undefined;
};

/** D70: `/settings/api-tokens`. */
export function ApiTokensPage(props: ApiTokensProps) {
  const { visit, tokens, made } = props;
  const { t } = visit;
  return (
    <Layout
      visit={visit}
      title={t('api_tokens.title')}
      sheets={['work']}
      scripts={['settings']}
      noindex
    >
      <div class="settings" data-address={PATH}>
        <p class="meta">
          <a href={addressOfTab('security')}>{t('factors.back_to_security')}</a>
        </p>
        <h1>{t('api_tokens.title')}</h1>
        <p class="meta">
          {t('api_tokens.lead')} <a href="/docs">{t('api_tokens.guide')}</a>
        </p>
        <div class="settings-body">
          <ShownOnce title={t('api_tokens.made')} lead={t('api_tokens.made_lead')} value={made} />
          <section aria-labelledby="tokens-title">
            <h2 id="tokens-title">{t('api_tokens.list')}</h2>
            {tokens.length > 0 ? (
              <ul class="devices">
                {tokens.map((token) => (
                  <TokenItem key={token.id} visit={visit} token={token} banned={props.banned} />
                ))}
              </ul>
            ) : (
              <EmptyState icon={KeyRound} title={t('api_tokens.none')} />
            )}
          </section>
          <NewToken {...props} />
        </div>
      </div>
    </Layout>
  );
}

function NewToken({ visit, confirmed, ...form }: ApiTokensProps) {
  const { t } = visit;
  const title = t('api_tokens.make');
  return (
    <Setting id="new-token" title={title} about={t('api_tokens.about')}>
      {confirmed ? (
        <ApiTokenForm visit={visit} {...form} />
      ) : (
        <>
          <p>{t('api_tokens.confirm_first')}</p>
          <p>
            <a class="button" href={addressOfConfirm(PATH)}>
              {t('api_tokens.confirm')}
            </a>
          </p>
        </>
      )}
    </Setting>
  );
}

type ItemProps = { visit: PageView; token: ApiToken; banned: boolean };

function TokenItem({ visit, token, banned }: ItemProps) {
  const { t, locale, now } = visit;
  const { id, name, scopes, created_at, last_used_at, is_expired } = token;
  return (
    <li class="device">
      <span class="device-icon">
        <Icon of={KeyRound} size={24} />
      </span>
      <div class="device-text">
        <h3 class="device-name">
          {name} {is_expired ? <Tag tone="danger">{t('api_tokens.expired')}</Tag> : null}
        </h3>
        <p>
          {scopes.map((scope) => (
            <>
              <Tag key={scope}>{scope}</Tag>{' '}
            </>
          ))}
        </p>
        <p class="meta">
          {t('api_tokens.created')} <Time at={created_at} locale={locale} now={now} />
          {' · '}
          {last_used_at ? (
            <>
              {t('api_tokens.used')} <Time at={last_used_at} locale={locale} now={now} />
            </>
          ) : (
            t('api_tokens.unused')
          )}
          {' · '}
          <Expiry visit={visit} token={token} />
        </p>
        <ActionForm visit={visit} action={`${PATH}/${id}/delete`}>
          <button
            class="button button-danger button-small"
            type="submit"
            aria-label={t('api_tokens.revoke_of', { name })}
            disabled={banned}
          >
            {t('api_tokens.revoke')}
          </button>
        </ActionForm>
      </div>
    </li>
  );
}

function Expiry({ visit, token }: Pick<ItemProps, 'visit' | 'token'>) {
  const { t, locale } = visit;
  if (token.expires_at === null) return <>{t('api_tokens.no_expiry')}</>;
  return (
    <>
      {t('api_tokens.expires')} {formatDate(token.expires_at, locale)}
    </>
  );
}
