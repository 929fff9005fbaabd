/** Where each page is. Home and table come at once; the others when somebody goes there. */
import { companyAt, page as company } from './company.js';
import { page as home } from './home.js';
import { page as table } from './table/table.js';

/** The word of the address -> a function of what follows it that brings something with `page(context, ...args)`. */
export const pages = {
    home: () => ({ page: home }),
    table: (where, id) => ({ page: where === 'local' && companyAt(id) ? company : table }),
    me: () => import('./preferences.js').then(({ become }) => ({ page: become })),
    tv: () => import('./tv.js'),
    settings: () => import('./preferences.js'),
    history: () => import('./after/history.js'),
    replay: () => import('./after/replay.js'),
    learn: () => import('./learn.js'),
    paper: () => import('./learn.js').then(({ paper }) => ({ page: paper })),
    lab: () => import('./lab/lab.js'),
};
