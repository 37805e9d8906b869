import {type ServiceCommand, serviceCommand} from '../evaluators/service-command.ts'
import {collector} from '../facts/collector.ts'
import {bool, int, list, string} from '../facts/fields.ts'
import {at, unknown} from '../facts/value.ts'
import {unitValue} from '../text/systemd-merge.ts'

/** The units of the kubelet and of container runtimes as systemd would load them now. */
export const services = collector({
  name: 'services',
  about: 'The units of the kubelet and of container runtimes as systemd would load them now.',
  fields: {
    units: list('Those that exist and are not masked.', {
      name: string('The unit, as in docker.service.'),
      execStarts: int('How many commands ExecStart= comes to when its drop-ins are merged.'),
      isOneshot: bool('Its type is oneshot, which may have several.'),
    }),
  },
  async collect(probe) {
    const found = await Promise.all(names.map((name) => probe.once(serviceCommand, name)))
    const gap = found.find((service) => service.state === 'unknown')
    if (gap?.state === 'unknown') return {units: unknown(gap.reason, gap.source)}
    return {units: found.flatMap((service) => (service.state === 'found' ? [unitFields(service)] : []))}
  },
})

const names = [
  'docker.service',
  'cri-docker.service',
  'cri-dockerd.service',
  'containerd.service',
  'crio.service',
  'kubelet.service',
]

function unitFields({unit, execStarts}: ServiceCommand) {
  return {
    name: unit.name,
    execStarts: at(execStarts.length, execStarts.at(-1) ?? {kind: 'file', path: unit.path}),
    isOneshot: unitValue(unit, 'Service', 'Type')?.value === 'oneshot',
  }
}
