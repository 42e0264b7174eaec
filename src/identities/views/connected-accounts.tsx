import { Setting } from '../../accounts/views/settings-page.tsx';
import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Time } from '../../ui/time.tsx';
import type { ConnectedAccount } from '../schema.ts';
import { StartForm } from './provider-buttons.tsx';

type ConnectedAccountsProps = {
  visit: PageView;
  providers: { id: string; name: string }[];
  connected: ConnectedAccount[];
  banned: boolean;
};

const HERE = '/settings?tab=security';

/** Nothing at all without a provider and a connection. */
export function ConnectedAccounts(props: ConnectedAccountsProps) {
  const { visit, providers, connected, banned } = props;
  const { t } = visit;
  const others = providers.filter(({ id }) => !connected.some(({ provider }) => provider === id));
  if (connected.length === 0 && others.length === 0) return null;
  return (
    <Setting
      id="connected-accounts"
      title={t('identities.settings_title')}
      about={t('identities.settings_about')}
    >
      <div class="stack">
        {connected.map((one) => (
          <Connected key={one.id} visit={visit} account={one} banned={banned} />
        ))}
        {others.map(({ id, name }) => (
          <div key={id} class="row spread">
            <span>{name}</span>
            <StartForm visit={visit} id={id} purpose="link" next={HERE} small disabled={banned}>
              {t('identities.settings_connect', { name })}
            </StartForm>
          </div>
        ))}
      </div>
    </Setting>
  );
}

type ConnectedProps = { visit: PageView; account: ConnectedAccount; banned: boolean };

function Connected({ visit, account, banned }: ConnectedProps) {
  const { t, locale, now } = visit;
  const { id, name, label, last_used_at } = account;
  return (
    <div class="row spread">
      <div>
        <p>{name}</p>
        <p class="meta">
          {label} · {t('identities.settings_used')}{' '}
          <Time at={last_used_at} locale={locale} now={now} />
        </p>
      </div>
      <ActionForm visit={visit} action={`/settings/identities/${id}/delete`} next={HERE} data-bare>
        <button
          class="button button-small"
          type="submit"
          disabled={banned}
          aria-label={t('identities.settings_disconnect_label', { name })}
        >
          {t('identities.settings_disconnect')}
        </button>
      </ActionForm>
    </div>
  );
}
