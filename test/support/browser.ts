import { type Browser, chromium } from 'playwright-core';
import { findBinary } from './binaries.ts';

/** Headless Chromium without background requests. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findBinary('chromium-headless-shell', 'chromium-headless-shell'),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  });
}
