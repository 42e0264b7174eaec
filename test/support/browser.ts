import { type Browser, chromium } from 'playwright-core';
import { findBinary } from './binaries.ts';

/** The engine of Chromium without its windows, which asks nobody for anything by itself. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findBinary('chromium-headless-shell', 'chromium-headless-shell'),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  });
}
