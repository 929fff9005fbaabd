import test from 'node:test';
import assert from 'node:assert/strict';
import { parse, to, toTable } from '../../web/src/router.js';

const TOKEN = '5f'.repeat(32);

test('the links of docs/server.md lead to a table', () => {
    assert.deepEqual(parse('#k4x8mrb2nt'), { page: 'table', args: ['server', 'k4x8mrb2nt', '', ''] });
    assert.deepEqual(parse('#k4x8mrb2nt/f369'), { page: 'table', args: ['server', 'k4x8mrb2nt', 'f369', ''] });
    assert.deepEqual(parse(`#k4x8mrb2nt/f369/${TOKEN}`), { page: 'table', args: ['server', 'k4x8mrb2nt', 'f369', TOKEN] });
    assert.deepEqual(parse(`#k4x8mrb2nt//${TOKEN}`), { page: 'table', args: ['server', 'k4x8mrb2nt', '', TOKEN] });
});

test('all else is a page with what follows it', () => {
    assert.deepEqual(parse(''), { page: 'home', args: [] });
    assert.deepEqual(parse('#/'), { page: 'home', args: [] });
    assert.deepEqual(parse('#/learn/horn-of-plenty'), { page: 'learn', args: ['horn-of-plenty'] });
    assert.deepEqual(parse('#/local/abc'), { page: 'table', args: ['local', 'abc', '', ''] });
    assert.deepEqual(parse('#/replay/%zz'), { page: 'replay', args: ['%zz'] });
});

test('what is written is read', () => {
    assert.deepEqual(parse(to('replay', 'a b/c')).args, ['a b/c']);
    assert.deepEqual(parse(toTable('local', 't1')).args, ['local', 't1', '', '']);
    assert.deepEqual(parse(toTable('server', 't1', 'ff')).args, ['server', 't1', 'ff', '']);
    assert.deepEqual(parse(toTable('server', 't1', '')).args, ['server', 't1', '', '']);
});
