public import CBare

private final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

/// A `GListModel` of values.
@MainActor
public final class Items<Value> {
  public let model: OpaquePointer = g_list_store_new(GType(20 << 2))

  public init(_ values: [Value] = []) { replace(with: values) }

  public var count: Int { Int(g_list_model_get_n_items(model)) }

  public subscript(_ index: Int) -> Value {
    let object = g_list_model_get_item(model, UInt32(index))!
    defer { g_object_unref(object) }
    return Items.value(of: OpaquePointer(object))
  }

  public var values: [Value] { (0..<count).map { self[$0] } }

  public func insert(_ value: Value, at index: Int) { splice(index, 0, [value]) }
  public func append(_ value: Value) { splice(count, 0, [value]) }
  public func remove(at index: Int) { splice(index, 1, []) }
  public func replace(with values: [Value]) { splice(0, count, values) }

  /// Replaces `removed` values from `index` on.
  public func splice(_ index: Int, _ removed: Int, _ added: [Value]) {
    var objects: [UnsafeMutableRawPointer?] = added.map { value in
      let object = g_object_new_with_properties(GType(20 << 2), 0, nil, nil)!
      g_object_set_data_full(
        object, "value", Unmanaged.passRetained(Box(value)).toOpaque(),
        { Unmanaged<AnyObject>.fromOpaque($0!).release() })
      return UnsafeMutableRawPointer(object)
    }
    g_list_store_splice(model, UInt32(index), UInt32(removed), &objects, UInt32(objects.count))
    for object in objects { g_object_unref(object) }
  }

  /// The value of an object of the model.
  public static func value(of object: some Native) -> Value {
    Unmanaged<Box<Value>>.fromOpaque(g_object_get_data(object.cast(), "value"))
      .takeUnretainedValue().value
  }
}

/// Makes the widgets of a list: `setup` makes one, `bind` shows the item at a place in it.
@MainActor
public func factory(
  setup: @escaping @MainActor () -> UnsafeMutablePointer<GtkWidget>,
  unbind: (@MainActor (_ widget: UnsafeMutablePointer<GtkWidget>) -> Void)? = nil,
  bind:
    @escaping @MainActor (
      _ widget: UnsafeMutablePointer<GtkWidget>, _ object: OpaquePointer, _ place: Int
    ) -> Void
) -> OpaquePointer {
  let factory = gtk_signal_list_item_factory_new()!
  on(factory, "setup") {
    gtk_list_item_set_child($0.object(1), setup())
    return false
  }
  on(factory, "bind") {
    let item = $0.object(1)
    bind(
      gtk_list_item_get_child(item), OpaquePointer(gtk_list_item_get_item(item)),
      Int(gtk_list_item_get_position(item)))
    return false
  }
  if let unbind {
    on(factory, "unbind") {
      unbind(gtk_list_item_get_child($0.object(1)))
      return false
    }
  }
  return factory
}

/// Keeps the objects of a model for which `keeps` is true. `refilter` asks it again.
@MainActor
public final class Filter {
  public let filter: UnsafeMutablePointer<GtkFilter>
  private let keeps: @MainActor (OpaquePointer) -> Bool

  public init(_ keeps: @escaping @MainActor (OpaquePointer) -> Bool) {
    self.keeps = keeps
    filter = gtk_custom_filter_new(nil, nil, nil).cast()
    gtk_custom_filter_set_filter_func(
      filter.opaque,
      { object, data in
        nonisolated(unsafe) let (object, data) = (object, data)
        return MainActor.assumeIsolated {
          Unmanaged<Filter>.fromOpaque(data!).takeUnretainedValue()
            .keeps(OpaquePointer(object!)) ? 1 : 0
        }
      }, Unmanaged.passRetained(self).toOpaque(), nil)
  }

  public func refilter() { gtk_filter_changed(filter, GTK_FILTER_CHANGE_DIFFERENT) }
}

/// Orders objects as `compare` says: below 0, 0 or above 0.
@MainActor
public func sorter(
  _ compare: @escaping @MainActor (OpaquePointer, OpaquePointer) -> Int
) -> UnsafeMutablePointer<GtkSorter> {
  let box = Unmanaged.passRetained(Box(compare)).toOpaque()
  return gtk_custom_sorter_new(
    { first, second, data in
      nonisolated(unsafe) let (first, second, data) = (first, second, data)
      return MainActor.assumeIsolated {
        let compare = Unmanaged<Box<@MainActor (OpaquePointer, OpaquePointer) -> Int>>
          .fromOpaque(data!).takeUnretainedValue().value
        return gint(compare(OpaquePointer(first!), OpaquePointer(second!)))
      }
    }, box, { Unmanaged<AnyObject>.fromOpaque($0!).release() }
  ).cast()
}
