import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { LOCALES, type Messages } from '../../platform/i18n.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Icon } from '../../ui/icons.tsx';

const REASON_MAX = 500;

type ReasonPopoverProps = {
  visit: PageView;
  /** Unique on the page. */
  id: string;
  action: string;
  next?: string | undefined;
  /** Hidden fields sent with the reason. */
  fields?: Record<string, string | number>;
  /** On the button that opens it and on the one that submits it. */
  label: string;
  icon?: string;
  title: string;
  /** The consequences. */
  hints: string[];
  /** Fields above the reason. */
  more?: ComponentChildren;
  templates?: keyof Messages['admin']['templates'];
  danger?: boolean;
  optional?: boolean;
  /** How the button that opens it looks; a large button if left out. */
  opener?: 'small' | 'quiet' | 'menu-item';
  /** The key that opens it. */
  hotkey?: string;
  /** The key in a list: it acts on the row with the focus. */
  rowKey?: string;
};

/**
 * A form for the reason of a decision against a member, which lists the consequences. It is a native popover and
 * works without scripts.
 */
export function ReasonPopover(props: ReasonPopoverProps) {
  const { visit, id, label, icon, hotkey, rowKey } = props;
  return (
    <>
      <button
        type="button"
        class={openerClass(props)}
        popovertarget={id}
        {...(hotkey ? { 'data-key': hotkey } : {})}
        {...(rowKey ? { 'data-row-key': rowKey } : {})}
      >
        {icon ? <Icon of={icon} size={16} /> : null}
        {label}
        {hotkey ? <kbd>{hotkey.toUpperCase()}</kbd> : null}
      </button>
      <div id={id} popover="auto" class="popover staff-reason">
        <ActionForm visit={visit} action={props.action} next={props.next} class="staff-reason-form">
          <ReasonFields {...props} />
        </ActionForm>
      </div>
    </>
  );
}

function openerClass({ opener, danger }: ReasonPopoverProps): string {
  const harm = danger ? ' staff-harm' : '';
  if (opener === 'menu-item') return `menu-item${harm}`;
  if (opener === 'quiet') return `button button-quiet button-small${harm}`;
  return `button${opener === 'small' ? ' button-small' : ''}${harm}`;
}

function ReasonFields(props: ReasonPopoverProps) {
  const { visit, id, fields = {}, title, hints, label, optional, danger } = props;
  const { t } = visit;
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p class="staff-reason-title">{title}</p>
      {hints.map((hint) => (
        <p key={hint} class="staff-reason-hint">
          {hint}
        </p>
      ))}
      {props.more}
      <label class="field-label" for={`${id}-reason`}>
        {optional ? t('admin.users.reason_optional') : t('admin.reason.label')}
      </label>
      <textarea
        class="input staff-reason-text"
        id={`${id}-reason`}
        name="reason"
        rows={3}
        maxLength={REASON_MAX}
        required={!optional}
        autofocus
        data-reason
        aria-describedby={`${id}-hint`}
      />
      {props.templates ? <ReasonTemplates visit={visit} kind={props.templates} /> : null}
      <p class="staff-reason-foot">
        <span class="meta" id={`${id}-hint`}>
          {optional ? null : t('admin.reason.seen_by_member')}{' '}
          <span class="staff-reason-keys">{t('admin.reason.send_hint')}</span>
        </span>
        <button class={danger ? 'button button-danger' : 'button button-primary'} type="submit">
          {label}
        </button>
      </p>
    </>
  );
}

/** Shown only where scripts run, because a script fills in the reason. */
export function ReasonTemplates({
  visit,
  kind,
}: {
  visit: PageView;
  kind: keyof Messages['admin']['templates'];
}) {
  return (
    <fieldset class="staff-reason-templates">
      <legend class="visually-hidden">{visit.t('admin.reason.templates')}</legend>
      {LOCALES[visit.locale].admin.templates[kind].map((text) => (
        <button key={text} type="button" class="staff-reason-template" data-fill={text}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}
