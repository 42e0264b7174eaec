import type { PageView } from '../../platform/http/page.ts';

type ProviderButtonsProps = {
  visit: PageView;
  providers: { id: string; name: string }[];
  purpose: 'log_in' | 'confirm';
  next: string;
  /** Nothing precedes them. */
  alone?: boolean;
};

/** Nothing at all without a provider. */
export function ProviderButtons(props: ProviderButtonsProps) {
  const { visit, providers, purpose, next, alone = false } = props;
  const { t } = visit;
  if (providers.length === 0) return null;
  return (
    <div class="form">
      {alone ? null : <p class="join-lead">{t('identities.or')}</p>}
      {providers.map((provider) => (
        <StartForm key={provider.id} visit={visit} id={provider.id} purpose={purpose} next={next}>
          {t(`identities.${purpose}_through`, { name: provider.name })}
        </StartForm>
      ))}
    </div>
  );
}

type StartFormProps = {
  visit: PageView;
  id: string;
  purpose: 'log_in' | 'link' | 'confirm';
  next: string;
  small?: boolean;
  disabled?: boolean;
  children: string;
};

/** Sent by the browser itself: it leads to another site. */
export function StartForm(props: StartFormProps) {
  const { visit, id, purpose, next, small = false, disabled = false, children } = props;
  return (
    <form class="stack" method="post" action={`/auth/${id}/start`}>
      <input type="hidden" name="csrf_token" value={visit.csrfToken} />
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="purpose" value={purpose} />
      <button
        class={small ? 'button button-small' : 'button button-large'}
        type="submit"
        disabled={disabled}
      >
        {children}
      </button>
    </form>
  );
}
