import type { Translate } from '../../platform/i18n.ts';
import { LOCALES } from '../../platform/i18n.ts';

type Known = keyof (typeof LOCALES)['zh-CN']['admin']['audit_log']['actions'];

/** The translation of `post.approve`, or the action itself if it has none. */
export function actionName(t: Translate, action: string): string {
  const key = action.replace('.', '-');
  const known = Object.hasOwn(LOCALES['zh-CN'].admin.audit_log.actions, key);
  return known ? t(`admin.audit_log.actions.${key as Known}`) : action;
}
