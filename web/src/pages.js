/** Where each page is. Home and table come at once; the others when somebody goes there. */
import { companyAt, page as company } from './company.js';
import { page as home } from './home.js';
import { page as table } from './table/table.js';

const more = (name) => import('./more.js').then((found) => ({ page: found[name] }));

/** The word of the address -> a function of what follows it that brings something with `page(context, ...args)`. */
export const pages = {
    home: () => ({ page: home }),
    table: (where, id) => ({ page: where === 'local' && companyAt(id) ? company : table }),
    me: () => more('me'),
    tv: () => more('tv'),
    settings: () => more('settings'),
    history: () => more('history'),
    replay: () => import('./after/replay.js'),
    learn: () => more('learn'),
    paper: () => more('paper'),
    lab: () => import('./lab/lab.js'),
};
