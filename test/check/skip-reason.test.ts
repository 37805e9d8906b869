import test from 'ava'
import {skipReason} from '../../src/check/skip-reason.ts'

const reasonOf = (text: string, values: Readonly<Record<string, unknown>>, facts: readonly string[] = ['docker']) =>
  skipReason({
    text,
    facts,
    phase: 'image',
    reads: new Map(Object.entries(values).map(([fact, value]) => [fact, {fact, value, source: undefined}])),
  })

test('the value that decided comes first, and few are named', (t) => {
  t.is(
    reasonOf('docker.isInstalled', {'docker.isInstalled': false}),
    'does not apply here: docker.isInstalled is false',
  )
  t.is(
    reasonOf('…', {'a.b': true, 'c.d': '', 'e.f': 'x', 'g.h': 3}),
    'does not apply here: g.h is 3, e.f is "x", c.d is empty, …',
  )
  t.is(reasonOf('…', {'a.b': 'x'.repeat(100)}), `does not apply here: a.b is "${'x'.repeat(59)}…`)
})

test('where no value was read, the phase or the lists are named', (t) => {
  t.is(reasonOf('phase != "image" && docker.isInstalled', {}), 'does not apply in the image phase')
  t.is(
    reasonOf('docker.networks.exists(n, n.name == "x") || size(cni.plugins) > 2', {}, ['docker', 'cni']),
    'does not apply here, as docker.networks, cni.plugins show',
  )
})
