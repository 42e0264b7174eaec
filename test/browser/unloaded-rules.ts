import type { Page } from 'playwright-core';
import { listSheets, readAssets } from '../../src/ui/assets.ts';

/** Selectors of the `work` sheet that apply to elements of a page that does not load it. */
export function unloadedRules(page: Page): Promise<string[]> {
  const [url = ''] = listSheets(['work']);
  const text = readAssets().get(url.replace('/assets/', ''))?.body().toString() ?? '';
  return page.evaluate(
    ([href, css]) => {
      if (document.querySelector(`link[href="${href}"]`)) return [];
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      const selectors = (rules: CSSRuleList): string[] =>
        [...rules].flatMap((rule) => {
          if (rule instanceof CSSStyleRule) return [rule.selectorText];
          return rule instanceof CSSGroupingRule ? selectors(rule.cssRules) : [];
        });
      const all = selectors(sheet.cssRules);
      if (all.length === 0) return ['the sheet has no rules'];
      return all.filter((selector) => document.querySelector(selector));
    },
    [url, text] as const,
  );
}
