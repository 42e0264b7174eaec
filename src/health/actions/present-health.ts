import type { Locale } from '../../platform/i18n.ts';
import { translator } from '../../platform/i18n.ts';
import type { Fact, HealthCheck } from '../rules.ts';
import type { Health, HealthRow } from '../schema.ts';
import type { Finding, Health as Found } from './read-health.ts';

export function presentHealth({ state, checked_at, checks }: Found, locale: Locale): Health {
  const present = (finding: Finding) => presentFinding(finding, locale);
  return { state, checked_at: checked_at.toISOString(), checks: checks.map(present) };
}

function presentFinding({ name, of, state, facts, error }: Finding, locale: Locale): HealthRow {
  const t = translator(locale);
  return {
    ...{ name, of, state },
    title: titleOf({ name, of }, locale),
    found: error ?? describeFacts(facts, locale),
    meaning: t(`health.meaning.${name}`),
    advice: state === 'good' ? null : t(`health.hint.${name}`),
  };
}

function titleOf({ name, of }: Pick<Finding, 'name' | 'of'>, locale: Locale): string {
  const title = translator(locale)(`health.check.${name}`);
  return of === null ? title : `${title} ${of}`;
}

export function describeFacts(facts: Fact[], locale: Locale): string {
  const t = translator(locale);
  return facts.map(({ fact, values }) => t(`health.found.${fact}`, values)).join(t('health.and'));
}

export function hintOf(name: HealthCheck['name'], locale: Locale): string {
  return translator(locale)(`health.hint.${name}`);
}
