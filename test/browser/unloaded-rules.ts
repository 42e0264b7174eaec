import type { Page } from 'playwright-core';
import { listSheets, readAssets } from '../../src/ui/assets.ts';

/** Selectors of the sheets `work` and `editor` that apply to elements of a page that does not load them. */
export function unloadedRules(page: Page): Promise<string[]> {
  const assets = readAssets();
  const sheets = listSheets(['work', 'editor']).map((url) => ({
    url,
    css: assets.get(url.replace('/assets/', ''))?.body().toString() ?? '',
  }));
  return page.evaluate((all) => {
    const selectors = (rules: CSSRuleList): string[] =>
      [...rules].flatMap((rule) => {
        if (rule instanceof CSSStyleRule) return [rule.selectorText];
        return rule instanceof CSSGroupingRule ? selectors(rule.cssRules) : [];
      });
    const unloaded = all.filter(({ url }) => !document.querySelector(`link[href="${url}"]`));
    return unloaded.flatMap(({ url, css }) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      const found = selectors(sheet.cssRules);
      if (found.length === 0) return [`${url} has no rules`];
      return found.filter((selector) => document.querySelector(selector));
    });
  }, sheets);
}
