/** Pages that not everybody opens, as one file: each file of its own costs half a kilobyte more before the first card. */
export { page as me } from './become.js';
export { page as history } from './after/history.js';
export { page as learn } from './learn.js';
export { page as paper } from './paper.js';
export { page as settings } from './preferences.js';
export { page as tv } from './tv.js';
export { glance } from './after/glance.js';
