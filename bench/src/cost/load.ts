/** Connections of the crowd. */
export const CONNECTIONS = 100;
export const PER_SECOND = 400;
/** Messages of an uncounted first round, in which code is compiled and statements are planned. */
export const WARM_UP = 6_000;
export const COUNT = 8_000;
