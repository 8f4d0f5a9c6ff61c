import Glibc
import HikidashiBase
import Testing

struct EnvironmentTests {
  @Test func aValueIsRead() {
    setenv("HIKIDASHI_TEST_VALUE", "値 and more", 1)
    #expect(Environment.value("HIKIDASHI_TEST_VALUE") == "値 and more")
  }

  @Test func anEmptyOneIsNone() {
    setenv("HIKIDASHI_TEST_EMPTY", "", 1)
    #expect(Environment.value("HIKIDASHI_TEST_EMPTY") == nil)
  }

  @Test func anUnsetOneIsNone() {
    #expect(Environment.value("HIKIDASHI_TEST_UNSET") == nil)
  }
}
