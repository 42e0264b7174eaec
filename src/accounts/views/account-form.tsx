import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';

/** Why a form was refused, in the reader's language. */
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
 * A form that its page renders again when it is refused. With scripts, the `<main>` of the response replaces the
 * current one (`client/forms-in-place.ts`), so a refusal is rendered the same way with and without scripts.
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

/** An alert for screen readers; messages about a field link to it. */
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
