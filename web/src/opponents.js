/** Whom one plays against: the eight bots, from the weakest to the strongest. */
import { N_ } from './words.js';

/** Each by its level: what `create` and `bot` take, what it is called, and how it plays. Its face has its English name. */
export const OPPONENTS = [
    { level: '1', face: 'pebble', name: N_('Pebble'), plays: N_('just starting out') },
    { level: '2', face: 'sparrow', name: N_('Sparrow'), plays: N_('easily startled') },
    { level: '3', face: 'badger', name: N_('Badger'), plays: N_('trusts rules of thumb') },
    { level: '4', face: 'otter', name: N_('Otter'), plays: N_('looks a little ahead') },
    { level: '5', face: 'magpie', name: N_('Magpie'), plays: N_('good, and knows it') },
    { level: '6', face: 'lynx', name: N_('Lynx'), plays: N_('strong') },
    { level: '7', face: 'raven', name: N_('Raven'), plays: N_('very strong') },
    { level: '8', face: 'comet', name: N_('Comet'), plays: N_('as good as it gets') },
];

/** Different characters, about as strong as Badger. */
const COMPANY = ['3', '4', '2', '5', '1', '6', '3'];

/** Who sits down where nobody has said whom they want. */
export function usualCompany(count) {
    return COMPANY.slice(0, count);
}
