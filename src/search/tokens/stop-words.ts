/** Words that a query can do without: almost every text has them. Normalized. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `的 了 是 在 和 与 及 或 也 都 就 而 很 把 被 让 给 对 从 向 到 于 以 之 其 这 那 个 们 我 你 他 她 它 吗 呢 吧 啊 呀 么 着 过 得 地 有 要 会 能 可 不
  我们 你们 他们 她们 它们 这个 那个 这些 那些 一个 一些 怎么 怎么办 怎么样 怎样 如何 什么 为什么 哪些 哪个 哪里 是否 可以 以及 或者 还是 但是 因为 所以 如果 关于 有没有 是不是
  the a an of and or in on at to for from by with without is are was were be been am do does did how what why when where which who this that these those it its
  i you he she we they my your our their me us them as if but not no so than then there here can could should would will shall may might must have has had about into over`.split(
    /\s+/u,
  ),
);
