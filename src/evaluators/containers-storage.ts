import type {Probe} from '../facts/probe.ts'
import {parseToml} from '../text/toml.ts'
import {type SettingNode, settingAt, settingsOf} from './setting-tree.ts'

/** Where containers-storage keeps images and containers by its own configuration; the first file that exists counts (storage.conf(5)). */
export async function storageGraphRoot(probe: Probe): Promise<SettingNode | undefined> {
  for (const path of ['/etc/containers/storage.conf', '/usr/share/containers/storage.conf']) {
    const text = await probe.readFile(path)
    if (text.state !== 'read') continue
    const parsed = parseToml(text.value)
    return parsed.ok ? settingAt(settingsOf(parsed.value, path), 'storage', 'graphroot') : undefined
  }
  return undefined
}
