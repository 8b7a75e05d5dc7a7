// @ts-check
// Whether the game plays by itself, and how fast. Known to who moves the cards and to who turns the pages.

export const pace = {
  /** The next step comes by itself. */
  playing: false,
  /** 1 is 900 ms an event; it scales every wait and every movement. */
  speed: 1,
};
