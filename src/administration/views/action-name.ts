import type { Translate } from '../../platform/i18n.ts';
import { LOCALES } from '../../platform/i18n.ts';

type Known = keyof (typeof LOCALES)['zh-CN']['admin']['audit_log']['actions'];

/** `post.approve` in words; one that has no words yet, as it is. */
export function actionName(t: Translate, action: string): string {
  const key = action.replace('.', '-');
  const known = Object.hasOwn(LOCALES['zh-CN'].admin.audit_log.actions, key);
  return known ? t(`admin.audit_log.actions.${key as Known}`) : action;
}
