import type { App } from './app-types.ts';

const EVERY_MS = 1000;

/** The first is said at once; of those in the next second, at its end, how many they were. */
export function countedLog(app: App, message: string): (about: object) => void {
  let times = 0;
  let pause: NodeJS.Timeout | undefined;
  let last: object = {};
  const say = () => {
    if (times > 0) app.log.warn({ ...last, times }, message);
    pause = times > 0 ? setTimeout(say, EVERY_MS).unref() : undefined;
    times = 0;
  };
  return (about) => {
    times++;
    last = about;
    if (!pause) say();
  };
}
