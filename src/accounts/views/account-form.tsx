import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';

/** Why a form came back, in the reader's language. */
export type Refused = {
  sentence: string;
  fields: { field: string; message: string }[];
  /** How long to wait before another try makes sense, in seconds. */
  retry_after?: number | undefined;
};

type AccountFormProps = {
  visit: PageView;
  action: string;
  next: string;
  refused?: Refused | undefined;
  class?: string;
  children: ComponentChildren;
};

/**
 * A form whose page shows it again where it was refused. With scripts the answer takes the place of the page's main
 * part (`client/forms-in-place.ts`), so there is one drawing of a refusal whether scripts run or not.
 */
export function AccountForm(props: AccountFormProps) {
  const { visit, action, next, refused, children, ...form } = props;
  return (
    <form method="post" action={action} data-in-place {...form}>
      <input type="hidden" name="csrf_token" value={visit.csrfToken} />
      <input type="hidden" name="next" value={next} />
      {refused ? <Refusal refused={refused} visit={visit} /> : null}
      {children}
    </form>
  );
}

/** Said at once to who listens; what belongs to a field has a way there. */
function Refusal({ refused, visit }: { refused: Refused; visit: PageView }) {
  const { sentence, fields, retry_after } = refused;
  const links = fields.map(({ field, message }) => (
    <a key={field} href={`#${field}`}>
      {message}
    </a>
  ));
  return (
    <div
      class="banner banner-danger form-refusal"
      role="alert"
      {...(retry_after ? { 'data-retry-after': retry_after } : {})}
    >
      <p class="banner-title">
        {fields.length === 0 ? sentence : null}
        {fields.length === 1 ? links : null}
        {fields.length > 1 ? visit.t('page.please_correct') : null}
      </p>
      {fields.length > 1 ? (
        <ul>
          {links.map((link) => (
            <li key={link.key}>{link}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** The sentence for one field, if that is where the trouble is. */
export function errorAt(refused: Refused | undefined, field: string): string | undefined {
  return refused?.fields.find((one) => one.field === field)?.message;
}
