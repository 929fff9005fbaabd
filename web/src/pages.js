/** Where each page is. Home and table come at once; the others when somebody goes there. */
import * as company from './company.js';
import * as home from './home.js';
import * as table from './table/table.js';

/** The word of the address -> a function of what follows it that brings the module with `page(context, ...args)`. */
export const pages = {
    home: () => home,
    table: (where, id) => (where === 'local' && company.companyAt(id) ? company : table),
    me: () => import('./become.js'),
    settings: () => import('./preferences.js'),
    history: () => import('./after/history.js'),
    replay: () => import('./after/replay.js'),
    learn: () => import('./learn.js'),
    lab: () => import('./lab/lab.js'),
};
