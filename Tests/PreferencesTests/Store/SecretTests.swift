import Foundation
import HikidashiPreferences
import HikidashiStorage
import TestSupport
import Testing

/// Secrets where there is no keyring.
@Suite struct SecretTests {
  private let settings = SamplePreferences()

  @Test func aSecretIsInAFileOfItsOwn() async throws {
    let folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("preferences.json").path
    let store = try PreferenceStore(
      settings, at: .file(path), version: "1",
      options: PreferenceOptions(autosave: nil, secrets: .file))
    #expect(try await store.secret(settings.token) == nil)
    try await store.setSecret("hush \"1\"", for: settings.token)
    #expect(try await store.secret(settings.token) == "hush \"1\"")
    let status = try FileManager.default.attributesOfItem(atPath: path + ".secrets")
    #expect(status[.posixPermissions] as? Int == 0o600)
    let again = try PreferenceStore(
      settings, at: .file(path), version: "1",
      options: PreferenceOptions(autosave: nil, secrets: .file))
    #expect(try await again.secret(settings.token) == "hush \"1\"")
    try await again.setSecret(nil, for: settings.token)
    #expect(try await store.secret(settings.token) == nil)
  }

  @Test func aSecretIsToldNowhere() async throws {
    let bytes = MemoryStorage()
    // Somebody has put it into the file for the other settings, where it is not read.
    try bytes.write(Array(#"{"token": "hush"}"#.utf8), to: "p")
    let store = try PreferenceStore(
      settings, at: .bytes(in: bytes, name: "p"), version: "1",
      options: PreferenceOptions(autosave: nil))
    try await store.setSecret("hush", for: settings.token)
    var dumped = ""
    dump(store.snapshot, to: &dumped)
    for text in [
      store.report(), store.exportedValues(), "\(store.snapshot)", dumped,
      "\(store.problems)", store.schema.referencePage(title: "Settings"),
    ] {
      #expect(!text.contains("hush"))
    }
    #expect(try store.importValues(#"{"token": "hush"}"#) == [])
    #expect(!store.exportedValues().contains("hush"))
  }

  @Test func aSecretOfAnotherGroupIsRefused() async throws {
    let store = try PreferenceStore(
      settings, at: .memory, version: "1", options: PreferenceOptions(autosave: nil))
    await #expect(throws: PreferenceError.self) {
      try await store.setSecret("a", for: SecretPreference("other"))
    }
  }

  @Test func aDamagedFileOfSecretsIsKept() async throws {
    let bytes = MemoryStorage()
    let store = try PreferenceStore(
      settings, at: .bytes(in: bytes, name: "p"), version: "1",
      options: PreferenceOptions(autosave: nil))
    try bytes.write(Array("oh".utf8), to: "p.secrets")
    try await store.setSecret("a", for: settings.token)
    #expect(try await store.secret(settings.token) == "a")
    #expect(try bytes.read("p.secrets.damaged") == Array("oh".utf8))
  }
}
