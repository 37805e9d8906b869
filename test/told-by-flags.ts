import type {Statement, Told, ToldKey} from '../src/facts/told.ts'

const keyOf: Readonly<Record<string, ToldKey>> = {
  '--pod-cidr': 'podCidr',
  '--service-cidr': 'serviceCidr',
  '--network-plugin': 'networkPlugin',
  '--kubernetes-version': 'kubernetesVersion',
  '--role': 'role',
}

/** The statements of the flags a case gives. */
export function toldByFlags(args: readonly string[]): Told {
  const statements: Partial<Record<ToldKey, readonly Statement[]>> = {}
  for (let index = 0; index < args.length; index += 2) {
    const [flag = '', value = ''] = args.slice(index)
    const key = keyOf[flag]
    if (!key) throw new Error(`${flag} is no flag of a case`)
    statements[key] = [{value, source: {kind: 'flag', name: flag}}]
  }
  return {statements}
}
