/** How long a hand-over can be accepted. */
export const handoverDays = 7;
/** How long the earlier owner reads that an item was handed over, unless they dismiss it. */
export const handedOverDays = 30;
