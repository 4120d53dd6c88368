/** Standard normal quantile of 0.975: two-sided intervals at 95%. */
export const Z_TWO_SIDED = 1.959963984540054;

/** Standard normal quantile of 0.95: one-sided bounds at 95%. */
export const Z_ONE_SIDED = 1.6448536269514722;
